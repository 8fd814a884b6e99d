/** The storage key of the account that was offered a recovery code. Tests store "never", which disables the offer. */
export const RECOVERY_OFFERED = "larder.recovery-offered";
