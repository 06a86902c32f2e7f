package jfab.control.connection.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import jfab.script.Words;

/** The keywords of an ssh_config, up to OpenSSH 10, with those that it once had or passes over. */
final class SshKeywords {
    private static final Set<String> KNOWN = Set.of("""
            AddKeysToAgent AddressFamily AfsTokenPassing BatchMode BindAddress BindInterface CanonicalDomains CanonicalizeFallbackLocal
            CanonicalizeHostname CanonicalizeMaxDots CanonicalizePermittedCNAMEs CASignatureAlgorithms CertificateFile
            ChallengeResponseAuthentication ChannelTimeout CheckHostIP Cipher Ciphers ClearAllForwardings Compression CompressionLevel
            ConnectionAttempts ConnectTimeout ControlMaster ControlPath ControlPersist DSAAuthentication DynamicForward
            EnableEscapeCommandline EnableSSHKeysign EscapeChar ExitOnForwardFailure FallBackToRsh FingerprintHash ForkAfterAuthentication
            ForwardAgent ForwardX11 ForwardX11Timeout ForwardX11Trusted GatewayPorts GlobalKnownHostsFile GlobalKnownHostsFile2
            GSSAPIAuthentication GSSAPIClientIdentity GSSAPIDelegateCredentials GSSAPIKexAlgorithms GSSAPIKeyExchange
            GSSAPIRenewalForcesRekey GSSAPIServerIdentity GSSAPITrustDNS HashKnownHosts Host HostbasedAcceptedAlgorithms
            HostbasedAuthentication HostbasedKeyTypes HostKeyAlgorithms HostKeyAlias Hostname IdentitiesOnly IdentityAgent IdentityFile
            IdentityFile2 IgnoreUnknown Include IPQoS KbdInteractiveAuthentication KbdInteractiveDevices KerberosAuthentication
            KerberosTGTPassing KexAlgorithms KnownHostsCommand LocalCommand LocalForward LogLevel LogVerbose MACs Match
            NoHostAuthenticationForLocalhost NumberOfPasswordPrompts ObscureKeystrokeTiming PasswordAuthentication PermitLocalCommand
            PermitRemoteOpen PKCS11Provider Port PreferredAuthentications ProtocolKeepAlives Protocol ProxyCommand ProxyJump ProxyUseFdpass
            PubkeyAcceptedAlgorithms PubkeyAcceptedKeyTypes PubkeyAuthentication RefuseConnection RekeyLimit RemoteCommand RemoteForward
            RequestTTY RequiredRSASize RevokedHostKeys RhostsAuthentication RhostsRSAAuthentication RSAAuthentication RSAMinSize
            SecurityKeyProvider SendEnv ServerAliveCountMax ServerAliveInterval SessionType SetEnv SetupTimeOut SkeyAuthentication
            SmartcardDevice StdinNull StreamLocalBindMask StreamLocalBindUnlink StrictHostKeyChecking SyslogFacility Tag TCPKeepAlive
            TISAuthentication Tunnel TunnelDevice UpdateHostKeys UseBlacklistedKeys UseKeychain UsePrivilegedPort User UserKnownHostsFile
            UserKnownHostsFile2 UseRoaming UseRsh VerifyHostKeyDNS VersionAddendum VisualHostKey WarnWeakCrypto XAuthLocation""".toLowerCase(Locale.ROOT).split("\\s+"));

    private SshKeywords() {}

    /**
     * Refuses a keyword that is one of ssh's mistyped: what it was to forbid would be allowed. Others are those of a newer ssh, or of
     * another program, and passed over.
     *
     * @throws jfab.control.connection.host.ConnectionException where no line of IgnoreUnknown before it names it
     */
    static void check(List<SshConfigLine> lines) {
        List<SshHostPattern> ignored = new ArrayList<>();
        for (SshConfigLine line : lines) {
            if (line.keyword().equals("ignoreunknown")) {
                ignored.add(new SshHostPattern(
                        List.of(line.value().toLowerCase(Locale.ROOT).split(","))));
            } else if (!KNOWN.contains(line.keyword())
                    && ignored.stream().noneMatch(each -> each.matches(line.keyword()))) {
                Words.misspelt(line.keyword(), KNOWN).ifPresent(meant -> {
                    throw line.wrong("ssh has no keyword " + line.keyword() + "; did you mean " + meant + "?");
                });
            }
        }
    }
}
