/** Links that pass a share to another app. */
interface ShareLinks {
  readonly whatsapp: string;
  readonly sms: string;
  readonly messenger: string;
}

export function shareLinks(message: string, url: string, device: { isTouch: boolean; isApple: boolean }): ShareLinks {
  const text = encodeURIComponent(`${message} ${url}`);
  return {
    whatsapp: `https://wa.me/?text=${text}`,
    // Apple's Messages expects "&" before the body, other apps "?".
    sms: `sms:${device.isApple ? "&" : "?"}body=${text}`,
    // Only Messenger's phone app has an address for sharing. On a computer its site opens, to paste the copied link.
    messenger: device.isTouch
      ? `fb-messenger://share/?link=${encodeURIComponent(url)}`
      : "https://www.messenger.com/new",
  };
}
