/** A mail that came back for good, or that its recipient reported as spam. */
export type BounceReport = {
	email: string
	/** Id of our mail, from its Message-ID; null when the provider does not name it. */
	mailId: string | null
	kind: 'bounce' | 'complaint'
	reason: string
}

/** The local part of our Message-IDs is a UUID. */
export function mailIdOf(messageId: unknown): string | null {
	const found = /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(
		typeof messageId === 'string' ? messageId : '',
	)
	return found?.[1]?.toLowerCase() ?? null
}
