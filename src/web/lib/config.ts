/** What the page needs to know about its server: the same as `GET /config.json` (operations.md). */
export type AppConfig = {
	url: string
	anonKey: string
	/** Which ways to sign in are set up, by the provider's name in lower case. */
	providers: Record<string, boolean>
	passwordMinLength?: number
	/** Who may make an account: anybody, invited people, nobody. */
	signup?: 'open' | 'invite' | 'closed'
	/** Whether people sign up and in with an address, by password or by a link; left out where they do. */
	email?: boolean
	/** Further ways in that are set up: company sign-on, wallets, codes by phone, passkeys. */
	saml?: boolean
	solana?: boolean
	ethereum?: boolean
	phone?: boolean
	passkeys?: boolean
	/** The check against robots on the forms of signing in. */
	captcha?:
		| { provider: 'altcha'; challengeUrl: string }
		| { provider: 'turnstile' | 'hcaptcha'; siteKey: string }
	/** Which second factors can be set up. */
	factors?: { totp: boolean; phone: boolean; webauthn: boolean }
	/** Whether ways to sign in can be added and taken away. */
	manualLinking?: boolean
	/** Whether a change of address is confirmed from both addresses, or only from the new one. */
	secureEmailChange?: boolean
}

/** Reads the configuration that the server wrote into the page; throws when address or key are missing. */
export function readConfig(text: string | null | undefined): AppConfig {
	const given: unknown = text?.trim() ? JSON.parse(text) : {}
	const { url, anonKey, providers, ...rest } = given as Partial<AppConfig>
	if (!url) throw new Error('supabaseUrl is required: the page carries no address of its server.')
	if (!anonKey) throw new Error('supabaseKey is required: the page carries no key for its server.')
	return { ...rest, url, anonKey, providers: providers ?? {} }
}

let known: AppConfig | undefined

/** The configuration of this page; while developing, Vite serves the page and the server is asked. */
async function loadConfig(): Promise<AppConfig> {
	const inlined = document.getElementById('plaudit-config')?.textContent
	const isServed = inlined?.trim() || !import.meta.env.DEV
	known = readConfig(isServed ? inlined : await (await fetch('/config.json')).text())
	return known
}

/** One promise for the page's life; its failure is shown in the error box (product.md §2). */
export const config: Promise<AppConfig> = loadConfig()
config.catch(() => {})

/** The configuration, without waiting: known from the start in a page that our server served. */
export function knownConfig(): AppConfig | undefined {
	return known
}
