package jfab.training.words;

/** What a {@link ScriptTrainer} tells its event handler; scripts ask with {@code instanceof}. */
public sealed interface TrainerEvent permits BeginEpochEvent, BeginStepEvent, EndStepEvent, EndEpochEvent {
    /** The epoch, from 0. */
    int epoch();
}
