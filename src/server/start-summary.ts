import { styleText } from 'node:util'
import type { Config } from '#platform/config/config.ts'
import { productVersion } from '#platform/product-version.ts'

type Facts = {
	config: Pick<Config, 'SITE_URL' | 'DATA_DIR' | 'SIGNUP'> & { SMTP_URL?: unknown; HOOK_SEND_EMAIL_URI?: unknown }
	isExternalDatabase: boolean
	seconds: number
	/** Undefined after the first start, and with OPERATORS. */
	setupLink: string | undefined
	/** True when the server has no account and no operator. */
	isFresh: boolean
}

const signUp = {
	open: { state: 'open', note: 'SIGNUP=invite closes it' },
	invite: { state: 'by invitation', note: 'SIGNUP' },
	closed: { state: 'closed', note: 'SIGNUP' },
}

/** The summary that a person needs first on the console: the address, the account, the data, mail, sign-up, and the way to stop. */
export function startSummary({ config, isExternalDatabase, seconds, setupLink, isFresh }: Facts): string {
	const { SITE_URL, DATA_DIR, SMTP_URL, SIGNUP, HOOK_SEND_EMAIL_URI } = config
	const dim = (text: string) => styleOnTerminal('dim', text)
	const line = (name: string, value: string, note = '') =>
		`  ${name.padEnd(16)}  ${note ? `${value.padEnd(32)}  ${dim(note)}` : value}`
	const account = () => {
		// The link fills the line.
		if (setupLink)
			return `${line('Make an account', setupLink)}\n${line('', dim('the account made by this link is the operator; it works once'))}`
		if (isFresh)
			return line('Make an account', `${SITE_URL}/auth`, 'plaudit setup-link prints the link of the operator')
		return line('Sign in', `${SITE_URL}/auth`)
	}
	const mail = () => {
		if (SMTP_URL) return line('Mail', 'sent by SMTP')
		if (HOOK_SEND_EMAIL_URI) return line('Mail', 'of accounts to HOOK_SEND_EMAIL_URI', `others to ${DATA_DIR}/outbox`)
		return line('Mail', `written to ${DATA_DIR}/outbox`, 'set SMTP_URL to send it')
	}
	return `
${styleOnTerminal('bold', `Plaudit is ready at ${SITE_URL}`)} (version ${productVersion()}, ${seconds.toFixed(1)} s)

${account()}
${line('Data', `${DATA_DIR}${isExternalDatabase ? ' (files), DATABASE_URL (records)' : ''}`)}
${mail()}
${line('Sign-up', signUp[SIGNUP].state, signUp[SIGNUP].note)}
${line('Stop', 'Ctrl+C')}
`
}

/** Programs read the address from a pipe, so FORCE_COLOR styles nothing there. */
const styleOnTerminal = (style: 'bold' | 'dim', text: string): string =>
	process.stdout.isTTY ? styleText(style, text, { stream: process.stdout }) : text
