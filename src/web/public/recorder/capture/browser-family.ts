/** Browsers in which a visitor allows the camera in the same way. */
export type BrowserFamily = 'safari-phone' | 'safari' | 'firefox' | 'other'

/** Apps whose built-in browser often has no camera, by a part of its user agent that no browser has. */
const apps =
	/\b(Instagram|FBAN|FBAV|FB_IAB|FBIOS|musical_ly|BytedanceWebview|TikTok|LinkedInApp|Line\/|MicroMessenger|Snapchat|Pinterest\/|GSA\/|Twitter for|KAKAOTALK)/i

/**
 * True when the page is shown inside an app instead of a browser. Android's WebView says `; wv`; on iOS everything that is a
 * browser says `Safari/`, and a WKWebView does not.
 */
export function isWebView(userAgent: string): boolean {
	if (apps.test(userAgent)) return true
	if (/Android/.test(userAgent)) return /; wv\)/.test(userAgent) || /Version\/[\d.]+ Chrome\//.test(userAgent)
	return /iPhone|iPad|iPod/.test(userAgent) && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)
}

export function browserFamily(userAgent: string): BrowserFamily {
	if (/Firefox\//.test(userAgent)) return 'firefox'
	if (/iPhone|iPad|iPod/.test(userAgent)) return 'safari-phone'
	if (/Safari\//.test(userAgent) && !/Chrome\/|Chromium\//.test(userAgent)) return 'safari'
	return 'other'
}

/** A phone or tablet, whose own camera app can be opened by a file field. */
export function isPhone(userAgent: string): boolean {
	return /Android|iPhone|iPad|iPod/.test(userAgent)
}

/**
 * An address that opens the page in the phone's browser instead of this app; undefined on systems without one, where the
 * link can only be copied.
 */
export function browserAddress(userAgent: string, link: string): string | undefined {
	const [scheme, rest] = link.split('://', 2)
	if (/Android/.test(userAgent)) return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
	// iOS 17 and newer open it in Safari; an older one does nothing.
	return /iPhone|iPad|iPod/.test(userAgent) ? `x-safari-${link}` : undefined
}
