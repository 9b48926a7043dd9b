export type Channel = 'sms' | 'whatsapp'
/** What a code is for; the words of the wire. */
export type SmsKind = 'confirmation' | 'phone_change' | 'reauthentication' | 'mfa'

/** One code on its way to one phone. */
export type SmsMessage = {
	/** Digits only. */
	phone: string
	text: string
	code: string
	channel: Channel
	kind: SmsKind
	/** Whom it is for, as the wire shows them; a stub for somebody who is not known yet. */
	user: unknown
	/** Who asked for it. */
	ip: string
}

/** Whoever brings messages to phones. */
export type SmsGateway = {
	channels: readonly Channel[]
	/**
	 * Hands a message over.
	 * @returns the gateway's own id of it, if it gives one
	 * @throws SmsRefusal with words that the caller may read
	 */
	send(message: SmsMessage): Promise<string | undefined>
}

/** A gateway did not take a message. The text is for the person who asked, the cause for the log. */
export class SmsRefusal extends Error {
	/** It was refused for the sake of its number: others may well be taken. */
	readonly isForNumber: boolean
	constructor(
		message: string,
		{ isForNumber = false, cause }: { isForNumber?: boolean; cause?: unknown } = {},
	) {
		super(message, { cause })
		this.isForNumber = isForNumber
	}
}

/** Milliseconds that a gateway may take: the person waits, and a request has ten seconds. */
export const gatewayTimeout = 5000
