package jfab.train.v1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfab.engine.Scope;
import jfab.engine.Tensor;
import jfab.program.OpType;
import jfab.program.Program;
import jfab.program.ProgramException;
import jfab.program.optimize.SampleSchedule;
import jfab.role.Role;
import jfab.role.RoleSpec;

/** The {@code learning_rate_schedule} of a configuration, as far as it depends on the job. */
record RateSchedule(Scope scope) {
    /** Refuses a schedule that processes of a job cannot follow together. */
    static void check(Program program, RoleSpec role) {
        program.operators(OpType.Phase.SCHEDULE).stream()
                .filter(operator -> operator.type() == OpType.SAMPLE_RATE)
                .forEach(operator -> check(operator.text("policy"), role));
    }

    private static void check(String policy, RoleSpec role) {
        if (role.meeting() != null) {
            throw new ProgramException(
                    "learning_rate_schedule '" + policy
                            + "' follows samples, which trainers without parameter servers count each for itself; start parameter servers, or use 'constant'");
        }
        if (role.role() != Role.LOCAL && policy.equals(SampleSchedule.Policy.PASS_MANUAL.word())) {
            throw new ProgramException("learning_rate_schedule '" + policy
                    + "' follows passes, of which parameter servers know nothing; use 'manual', which follows samples");
        }
    }

    /** Tells the schedule that {@code pass} begins. */
    void begin(int pass) {
        Tensor count = scope.find(SampleSchedule.PASS);
        if (count != null) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            count.write(0, bytes.putLong(pass).flip());
        }
    }
}
