package jfab.training.train

import jfab.training.ps.job.JobSettings
import jfab.training.ps.job.Progress
import jfab.role.RoleException
import jfab.role.RoleSpec
import spock.lang.Specification

class JobMembershipSpec extends Specification {
    def "trainers without servers are told at once that they cannot have #setting"() {
        given:
        def peers = [PADDLE_TRAINER_ENDPOINTS: '127.0.0.1:1,127.0.0.1:2', PADDLE_TRAINER_ID: '0']

        when:
        JobMembership.of(RoleSpec.from([], peers).role(), JobSettings.from(setting, {}), new Progress.None(), {}, {})

        then:
        RoleException e = thrown()
        e.message == message

        where:
        setting                          || message
        [JFAB_ON_FAILURE: 'continue']    || 'JFAB_ON_FAILURE=continue needs parameter servers: trainers without them cannot go on without one of them'
    }
}
