package jfab.control.connection;

/** A setting as a line of an ssh_config has it, from elsewhere. */
public record SshOption(String keyword, String value) {}
