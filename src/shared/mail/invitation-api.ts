/** Why `invite_customers` queued no invitation for a recipient. */
export type InvitationRefusal =
	| 'bad address'
	| 'twice in the list'
	| 'declined before'
	| 'erased before'
	| 'asked before'
	| 'budget'

/** One recipient of `invite_customers`. */
export type InvitedRecipient = { email: string; name?: string; company?: string; note?: string }

/** The answer of `invite_customers` for one recipient; `position` counts from 1. */
export type InvitationResult = {
	position: number
	email: string
	state: 'queued' | null
	reason: InvitationRefusal | null
	invitation_id: string | null
}

/** The answer of `invitation_progress`: the queue of a space and the operator's limits; null is without a limit. */
export type InvitationProgress = {
	states: Partial<Record<InvitationState, number>>
	sent_this_hour: number
	sent_today: number
	hourly: number | null
	daily: number | null
	/** When the next waiting mail is due. */
	next_at: string | null
	/** Waiting invitations that the mail server did not take at their last attempt. */
	put_off: number
}

/** State of a customer's invitation. */
export type InvitationState = 'queued' | 'sent' | 'failed' | 'opened' | 'answered' | 'declined' | 'expired'

/** The body of `POST /functions/v1/invitation-preview`. */
export type InvitationPreviewRequest = {
	form_id: string
	subject: string
	message: string
	recipient: { name?: string; company?: string }
	reply_to_me?: boolean
}

/** Its answer: the mail as it would be sent, with links that lead nowhere. */
export type InvitationPreview = { subject: string; html: string; text: string }
