package jfab.training.data.movielens;

import java.util.List;

/**
 * One who rates.
 *
 * @param gender 0 for M, 1 for F
 * @param age the index of the age in {@link #AGES}
 * @param job the number of the occupation
 */
public record User(int id, int gender, int age, int job) {
    /** The youngest of each class of ages. */
    public static final List<Integer> AGES = List.of(1, 18, 25, 35, 45, 50, 56);

    private static final List<String> GENDERS = List.of("M", "F");

    /** From {@code UserID::Gender::Age::Occupation::Zip}. */
    static User parse(Fields fields) {
        int gender = GENDERS.indexOf(fields.text(1));
        if (gender < 0) {
            throw fields.line().error(": the gender '" + fields.text(1) + "' is neither M nor F");
        }
        int age = AGES.indexOf(fields.number(2));
        if (age < 0) {
            throw fields.line().error(": the age " + fields.text(2) + " is not one of " + AGES);
        }
        return new User(fields.number(0), gender, age, fields.number(3));
    }
}
