/** Links that pass a share to another app. */
export interface ShareLinks {
  readonly whatsapp: string;
  readonly sms: string;
  readonly messenger: string;
}

export function shareLinks(message: string, url: string, device: { touch: boolean; apple: boolean }): ShareLinks {
  const text = encodeURIComponent(`${message} ${url}`);
  return {
    whatsapp: `https://wa.me/?text=${text}`,
    // Apple's Messages wants "&" before the body, everybody else "?".
    sms: `sms:${device.apple ? "&" : "?"}body=${text}`,
    // Messenger has an address for sharing only in its phone app; on a computer its site opens, and the link is in the
    // clipboard.
    messenger: device.touch ? `fb-messenger://share/?link=${encodeURIComponent(url)}` : "https://www.messenger.com/new",
  };
}
