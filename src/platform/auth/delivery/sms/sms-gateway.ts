export type Channel = 'sms' | 'whatsapp'
/** The purpose of a code, as the wire names it. */
export type SmsKind = 'confirmation' | 'phone_change' | 'reauthentication' | 'mfa'

/** One code for one phone. */
export type SmsMessage = {
	/** Digits only. */
	phone: string
	text: string
	code: string
	channel: Channel
	kind: SmsKind
	/** The wire form of the recipient; a stub for a user who does not exist yet. */
	user: unknown
	/** The address of the requesting client. */
	ip: string
}

/** Delivers messages to phones. */
export type SmsGateway = {
	channels: readonly Channel[]
	/**
	 * Hands a message over.
	 * @returns the gateway's message id, if it has one
	 * @throws SmsRefusal with a message for the caller
	 */
	send(message: SmsMessage): Promise<string | undefined>
}

/** A gateway refused a message. The text is for the caller, the cause for the log. */
export class SmsRefusal extends Error {
	/** The refusal concerns this number only. */
	readonly isForNumber: boolean
	constructor(message: string, { isForNumber = false, cause }: { isForNumber?: boolean; cause?: unknown } = {}) {
		super(message, { cause })
		this.isForNumber = isForNumber
	}
}

/** Timeout of a gateway in milliseconds; the request itself has ten seconds. */
export const gatewayTimeoutMilliseconds = 5000
