package jfab.training.train.v1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.optimize.SampleSchedule;

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
