/** One of a person's own sessions, as `my_sessions()` lists them. Times are ISO 8601. */
export type SessionRow = {
	id: string
	user_agent: string | null
	ip: string | null
	aal: 'aal1' | 'aal2'
	created_at: string
	used_at: string
	is_current: boolean
}

/** What becomes of a space when its member deletes their account. */
export type SpaceFate = {
	space_id: string
	name: string
	/** Nobody else is in it; another owner stays; others work in it and none of them owns it. */
	fate: 'deleted' | 'kept' | 'needs_owner'
	testimonials: number
}
