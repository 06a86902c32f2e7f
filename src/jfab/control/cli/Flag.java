package jfab.control.cli;

import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;

/** Something that can be named with dashes: a flag of jfab, or one of a task. */
sealed interface Flag permits CoreFlag, Flag.OfTask {
    /** As messages show it: {@code --path}, {@code -n}. */
    String shown();

    /** What may stand behind it. */
    Arity takes();

    /**
     * The flag of a parameter.
     *
     * @param negated whether it is the {@code --no-path} that switches it off
     */
    record OfTask(TaskParameter parameter, boolean negated) implements Flag {
        @Override
        public String shown() {
            return negated ? "--no-" + parameter.word() : parameter.flag();
        }

        @Override
        public Arity takes() {
            return negated ? Arity.NOTHING : parameter.takes();
        }
    }
}
