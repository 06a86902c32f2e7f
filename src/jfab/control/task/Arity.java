package jfab.control.task;

/** How many values a flag takes. */
public enum Arity {
    /** None: naming the flag switches it on. */
    NOTHING,
    /** None: its value is how often it is named, {@code -vvv} is 3. */
    COUNT,
    /** One; where the flag is named again, the last one counts. */
    VALUE,
    /** One or none: the bare flag is {@code true}. */
    OPTIONAL,
    /** One each time that it is named. */
    VALUES,
    /** What stands after {@code --}; there is no such flag. */
    REMAINDER,
    /** Every long flag that the task does not have, as it was typed, with the word behind it; there is no such flag. */
    FLAGS;

    /** Whether it is named by a flag of its own. */
    public boolean hasFlag() {
        return this != REMAINDER && this != FLAGS;
    }

    /** Whether something may stand behind the flag that belongs to it. */
    public boolean mayTakeValue() {
        return this == VALUE || this == OPTIONAL || this == VALUES;
    }
}
