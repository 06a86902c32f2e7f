package jfab.training.engine.torch.group;

import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.ProcessGroup.BackendType;
import org.bytedeco.pytorch.global.torch.DeviceType;

/** What adds up tensors of several processes where they are, in the memory of devices. */
public interface DeviceSums {
    /** c10d's name for the devices. */
    DeviceType device();

    /** c10d's name for this. */
    BackendType type();

    /** This, for c10d. Its operations are handed over to the device, and nobody waits for them. */
    Backend backend();

    /** Whether it has noticed by itself that it can add up nothing any more. */
    boolean failed();

    /** Ends it in good order, when all has been added up. */
    void finish();

    /** Ends it at once, and whatever is under way on the device. */
    void abort();
}
