/** Whether a typed address is a whole one on the web. */
export function isHttpUrl(text: string): boolean {
	return URL.canParse(text.trim()) && /^https?:\/\/[^/]+\.[^/]+/i.test(text.trim())
}
