/** A row of `my_sessions()`. Times are ISO 8601. */
export type SessionRow = {
	id: string
	user_agent: string | null
	ip: string | null
	aal: 'aal1' | 'aal2'
	created_at: string
	used_at: string
	is_current: boolean
}

/** Rows about the caller, by what they are about, as `my_records()` gives them. */
export type AccountRecords = Record<
	| 'notification_settings'
	| 'notification_mails'
	| 'saved_views'
	| 'team_invitations_made'
	| 'team_invitations_received'
	| 'customer_invitations'
	| 'order_keys',
	Record<string, unknown>[]
>

/** What becomes of a space when its member deletes their account. */
export type SpaceDeletionOutcome = {
	space_id: string
	name: string
	/** No other member; another owner remains; other members remain, but no owner. */
	fate: 'deleted' | 'kept' | 'needs_owner'
	testimonials: number
}
