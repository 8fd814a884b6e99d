/** The account that was offered a recovery code; "never" keeps the offer away, for tests of other things. */
export const RECOVERY_OFFERED = "larder.recovery-offered";
