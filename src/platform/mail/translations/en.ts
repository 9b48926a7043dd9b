/** Every mail in English; other languages have the same keys. `{…}` is a placeholder. */
export const en = {
	language: 'en',
	direction: 'ltr' as 'ltr' | 'rtl',
	when: '{day} at {hour} UTC',
	whenFrom: '{day} at {hour} UTC from {browser} on {system}',
	/** Operating systems whose name in a sentence is not the bare name. */
	systems: {
		iPhone: 'an iPhone',
		iPad: 'an iPad',
		Mac: 'a Mac',
	} as Record<string, string>,
	factors: {
		totp: 'an authenticator app',
		phone: 'a phone',
		webauthn: 'a security key',
		recovery_code: 'recovery codes',
	} as Record<string, string>,
	/** Texts of mails that have none of their own. */
	common: {
		orCode: 'Or type this code where you are asked for it:',
		asked: 'Asked for on {when}.',
		action: 'Open Plaudit',
	},
	mails: {
		confirmation: {
			subject: 'Confirm your address for Plaudit',
			preview: 'One click, and your account is ready.',
			heading: 'Confirm your address',
			intro:
				'You made an account with {email}. Confirm that the address is yours, and your first form is ready to share.',
			action: 'Confirm address',
			once: 'The button opens a page with one more click, so that a mail scanner cannot use up your link. Button and code work once, for 24 hours.',
			notYou: 'Not you? Do nothing. Nobody can use the account without this mail.',
		},
		invite: {
			subject: 'You are invited to Plaudit',
			preview: 'One click, and you are in.',
			heading: 'You are invited',
			intro: 'Somebody made room for {email} on their Plaudit. Accept, and you are in.',
			action: 'Accept the invitation',
			once: 'Button and code work once, for 24 hours.',
			notYou: 'Did not expect this? Do nothing, and no account is opened.',
		},
		magic_link: {
			subject: '{code} is your Plaudit code',
			preview: 'Type it where you asked for it, or use the button.',
			heading: 'Sign in to Plaudit',
			intro: 'Type this code where you asked for it:',
			orButton: 'Or open Plaudit on this device:',
			action: 'Sign in',
			once: 'Both work once, for one hour. Asked for on {when}.',
			notYou:
				'Did not ask for it? Nobody can get in without this mail. You can delete it. We never ask for the code by phone or chat.',
		},
		recovery: {
			subject: 'Choose a new password for Plaudit',
			preview: 'The link works once, for one hour.',
			heading: 'Choose a new password',
			intro: 'Somebody, probably you, asked for a new password for {email}.',
			action: 'Choose a new password',
			once: 'Both work once, for one hour. Your old password stays in force until you set a new one; then every other session is signed out.',
			notYou: 'Not you? Your account is as it was. If this keeps happening, turn on a second factor under Account.',
		},
		reauthentication: {
			subject: '{code} confirms that it is you',
			preview: 'Type it where you were asked for it.',
			heading: 'Confirm that it is you',
			intro: 'Type this code where you were asked for it:',
			once: 'It works once, for one hour. Asked for on {when}.',
			notYou:
				'Did not ask for it? Somebody may be signed in to your account: choose a new password. We never ask for the code by phone or chat.',
		},
		email_change: {
			subject: 'Confirm the new address for your Plaudit account',
			preview: 'Your account moves once both addresses agree.',
			heading: 'Confirm the new address',
			intro: 'Somebody, probably you, wants to move this account from {email} to {newEmail}.',
			action: 'Confirm the change',
			once: 'Button and code work once, for 24 hours. The change happens when the mails to both addresses were confirmed.',
			notYou: 'Not you? Do not confirm, and choose a new password: somebody may be signed in to your account.',
		},
		email_change_new: {
			subject: 'Confirm the new address for your Plaudit account',
			preview: 'Your account moves to this address once you agree.',
			heading: 'Confirm the new address',
			intro: 'Somebody, probably you, wants to sign in to Plaudit with {email} from now on.',
			action: 'Confirm the change',
			once: 'Button and code work once, for 24 hours. If the old address was asked too, both have to agree.',
			notYou: 'Not you? Do nothing, and nothing changes.',
		},
		password_changed: {
			subject: 'Your Plaudit password was changed',
			preview: 'Every other session was signed out.',
			heading: 'Your password was changed',
			intro: 'The password of {email} was changed on {when}. Every other session was signed out.',
			notYou: 'Not you? Choose a new password at once:',
		},
		email_changed: {
			subject: 'Your Plaudit account has a new address',
			preview: 'This address does not sign in any more.',
			heading: 'Your account has a new address',
			intro: 'The account that was {oldEmail} is {newEmail} since {when}. This address does not sign in any more.',
			notYou: 'Not you? Write to the administrator of this Plaudit: somebody took your account over.',
		},
		phone_changed: {
			subject: 'Your Plaudit account has a new phone number',
			preview: 'Codes go to the new number from now on.',
			heading: 'Your account has a new phone number',
			intro: 'The phone number of {email} is {phone} since {when}.',
			notYou: 'Not you? Choose a new password at once, and put your own number back:',
		},
		identity_linked: {
			subject: 'A way to sign in was added to your Plaudit account',
			preview: 'Your account can be opened in one more way.',
			heading: 'A way to sign in was added',
			intro: '{email} can be signed in to with {provider} since {when}.',
			notYou: 'Not you? Remove it, and choose a new password:',
		},
		identity_unlinked: {
			subject: 'A way to sign in was removed from your Plaudit account',
			preview: 'Your account can be opened in one way less.',
			heading: 'A way to sign in was removed',
			intro: '{email} cannot be signed in to with {provider} any more, since {when}.',
			notYou: 'Not you? Choose a new password at once:',
		},
		mfa_factor_enrolled: {
			subject: 'A second factor protects your Plaudit account',
			preview: 'Signing in asks for it from now on.',
			heading: 'A second factor was added',
			intro: 'Signing in as {email} asks for {factor} as well, since {when}.',
			notYou: 'Not you? Write to the administrator of this Plaudit: you may not get in alone.',
		},
		mfa_factor_unenrolled: {
			subject: 'A second factor was removed from your Plaudit account',
			preview: 'Signing in does not ask for it any more.',
			heading: 'A second factor was removed',
			intro: 'Signing in as {email} does not ask for {factor} any more, since {when}.',
			notYou: 'Not you? Choose a new password at once, and add a second factor again:',
		},
		passkey_created: {
			subject: 'A passkey was added to your Plaudit account',
			preview: 'Your account can be opened with it.',
			heading: 'A passkey was added',
			intro: '{email} can be signed in to with a new passkey since {when}.',
			notYou: 'Not you? Remove it, and choose a new password:',
		},
		passkey_deleted: {
			subject: 'A passkey was removed from your Plaudit account',
			preview: 'Your account cannot be opened with it any more.',
			heading: 'A passkey was removed',
			intro: '{email} cannot be signed in to with one of its passkeys any more, since {when}.',
			notYou: 'Not you? Choose a new password at once:',
		},
		recovery_code_used: {
			subject: 'A recovery code of your Plaudit account was used',
			preview: 'It stood in for your second factor.',
			heading: 'A recovery code was used',
			intro: 'A recovery code was used for {email} on {when}. Codes left: {remaining}.',
			notYou: 'Not you? Choose a new password at once, and make new codes:',
		},
		new_device: {
			subject: 'A new sign-in to your Plaudit account',
			preview: 'From a place that we have not seen before.',
			heading: 'A new sign-in',
			intro: 'Somebody, probably you, signed in as {email} on {when}. We have not seen that place before.',
			notYou: 'Not you? Choose a new password at once; that signs everybody else out:',
		},
		private_link: {
			subject: 'Your words for {space}',
			preview: 'Your private link to edit, withdraw or erase them.',
			heading: 'Thank you for writing to {space}',
			intro:
				'Your words have arrived. On a page of your own you see where they are shown, and you can edit, withdraw or erase them at any time.',
			action: 'Open your page',
			once: 'Keep the link to yourself: anyone who has it can change your words.',
			notYou:
				'You did not write anything? Then somebody mistyped their address. Open the page and erase what was sent, or delete this mail.',
		},
	},
}

export type MailTranslation = typeof en
export type MailName = keyof MailTranslation['mails']
