package jfab.control.cli;

import jfab.control.task.Parameter;
import jfab.control.task.Takes;

/** Something that can be named with dashes: a flag of jfab, or one of a task. */
sealed interface Flag permits CoreFlag, Flag.OfTask {
    /** As messages show it: {@code --path}, {@code -n}. */
    String shown();

    /** What may stand behind it. */
    Takes takes();

    /**
     * The flag of a parameter.
     *
     * @param negated whether it is the {@code --no-path} that switches it off
     */
    record OfTask(Parameter parameter, boolean negated) implements Flag {
        @Override
        public String shown() {
            return negated ? "--no-" + parameter.word() : parameter.flag();
        }

        @Override
        public Takes takes() {
            return negated ? Takes.NOTHING : parameter.takes();
        }
    }
}
