package jfab.training.data.cifar;

import jfab.training.data.ByteSource;

/** One open file of a set. */
record BatchFile(String name, ByteSource bytes) {
    boolean binary() {
        return name.endsWith(CifarSet.BINARY);
    }
}
