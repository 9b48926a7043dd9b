type Words = {
	title: string
	lead: string
	action: string
	/** Where to go afterwards, when not to what the link asked for. */
	next?: string
}

// The types of `/auth/confirm?type=`.
const kinds = {
	signup: {
		title: 'Confirm your address',
		lead: 'One press, and your account is ready.',
		action: 'Confirm and sign in',
	},
	invite: {
		title: 'You are invited',
		lead: 'Accept, then choose a password.',
		action: 'Accept the invitation',
		next: '/auth?mode=new-password',
	},
	magiclink: {
		title: 'Sign in',
		lead: 'You asked for a link that signs you in. It works once.',
		action: 'Sign in on this device',
	},
	recovery: {
		title: 'Choose a new password',
		lead: 'You asked for this because your password was forgotten.',
		action: 'Go on to the new password',
		next: '/auth?mode=new-password',
	},
	email_change: {
		title: 'Confirm your new address',
		lead: 'From now on your account will use it.',
		action: 'Confirm the address',
		next: '/dashboard/account',
	},
	email: {
		title: 'Sign in',
		lead: 'One press, and you are in.',
		action: 'Sign in on this device',
	},
} satisfies Record<string, Words>

export type ConfirmKind = keyof typeof kinds

/** The words of each type. */
export const confirmKinds: Record<ConfirmKind, Words> = kinds

/** Reads `type=`; an unknown one is treated as a plain e-mail link, and the server decides. */
export function kindOf(type: string | null): ConfirmKind {
	return type !== null && Object.hasOwn(kinds, type) ? (type as ConfirmKind) : 'email'
}
