package jfab.training.train

import jfab.training.engine.Device
import jfab.training.ps.job.JobSettings
import jfab.training.ps.job.Progress
import jfab.role.RoleException
import jfab.role.RoleSpec
import spock.lang.Specification

class ParticipationSpec extends Specification {
    def "trainers without servers are told at once that they cannot have #setting"() {
        given:
        def peers = [PADDLE_TRAINER_ENDPOINTS: '127.0.0.1:1,127.0.0.1:2', PADDLE_TRAINER_ID: '0']

        when:
        Participation.of(RoleSpec.from([], peers).role(), JobSettings.from(setting, {}), new Progress.None(), {})

        then:
        RoleException e = thrown()
        e.message == message

        where:
        setting                          || message
        [JFAB_ON_FAILURE: 'continue']    || 'JFAB_ON_FAILURE=continue needs parameter servers: trainers without them cannot go on without one of them'
    }

    def "a #role of #servers servers may #may on #device"() {
        given:
        List<String> endpoints = (1..servers).collect { "127.0.0.$it:6174" as String }
        def arguments = [role, endpoints.join(','), endpoints.first(), '0', '1']

        when:
        String message = null
        try {
            Participation.check(RoleSpec.from(arguments, [:]).role(), device)
        } catch (RoleException e) {
            message = e.message
        }

        then:
        message == (may == 'train' ? null : 'CUDAPlace(1): a trainer on a GPU cannot take parameters from 2 parameter servers yet; '
            + 'use one server, trainers without servers (all-reduce), or CPUPlace')

        where:
        role      | servers | device             || may
        'trainer' | 2       | new Device.Cuda(1) || 'not train'
        'trainer' | 1       | new Device.Cuda(1) || 'train'
        'trainer' | 2       | new Device.Cpu()   || 'train'
        'pserver' | 2       | new Device.Cuda(1) || 'train'
    }

    def "trainers without servers may train on a GPU"() {
        when:
        Participation.check(RoleSpec.from([], [PADDLE_TRAINER_ENDPOINTS: '127.0.0.1:1,127.0.0.1:2', PADDLE_TRAINER_ID: '0']).role(),
            new Device.Cuda(0))

        then:
        noExceptionThrown()
    }
}
