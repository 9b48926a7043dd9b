import { useEffect, useState } from 'react'

/** The public configuration of the server: the same as `GET /config.json`. */
export type AppConfig = {
	url: string
	anonKey: string
	/** The enabled sign-in methods, by the provider's name in lower case. */
	providers: Record<string, boolean>
	passwordMinLength?: number
	/** A server without an account; `here` for a visitor at its own machine, whose account becomes the operator's. */
	fresh?: 'here' | 'elsewhere'
	/** Who may sign up: anybody, invited people, no one. */
	signup?: 'open' | 'invite' | 'closed'
	/** True when sign-in and sign-up by address are enabled, by password or link; omitted when they are. */
	email?: boolean
	/** Further enabled methods: single sign-on, Solana wallets, phone codes, passkeys. */
	saml?: boolean
	solana?: boolean
	phone?: boolean
	passkeys?: boolean
	/** The captcha of the sign-in forms. */
	captcha?: { provider: 'altcha'; challengeUrl: string } | { provider: 'turnstile' | 'hcaptcha'; siteKey: string }
	/** Second factors that can be enrolled. */
	factors?: { totp: boolean; phone: boolean; webauthn: boolean }
	/** True when identities can be linked and unlinked. */
	manualLinking?: boolean
	/** True when a change of address is confirmed from both addresses, or only from the new one. */
	secureEmailChange?: boolean
}

/** Parses the configuration that the server wrote into the page; throws when address or key are missing. */
export function readConfig(text: string | null | undefined): AppConfig {
	const given: unknown = text?.trim() ? JSON.parse(text) : {}
	const { url, anonKey, providers, ...rest } = given as Partial<AppConfig>
	if (!url) throw new Error('supabaseUrl is required: the page carries no address of its server.')
	if (!anonKey) throw new Error('supabaseKey is required: the page carries no key for its server.')
	return { ...rest, url, anonKey, providers: providers ?? {} }
}

let loadedConfig: AppConfig | undefined

/** The configuration of this page; in development, Vite serves the page and the server is asked. */
async function loadConfig(): Promise<AppConfig> {
	const inlined = document.getElementById('plaudit-config')?.textContent
	const isServed = inlined?.trim() || !import.meta.env.DEV
	loadedConfig = readConfig(isServed ? inlined : await (await fetch('/config.json')).text())
	return loadedConfig
}

/** An account exists from now on, so that this page's server is no longer a fresh one. */
export function noteFirstAccount(): void {
	delete loadedConfig?.fresh
}

/** One promise for the page's lifetime; its failure is shown in the error box. */
export const config: Promise<AppConfig> = loadConfig()
config.catch(() => {})

/** The page's configuration; in a served page it is available before the first render, so nothing moves. */
export function useConfig(): AppConfig | undefined {
	const [present, setPresent] = useState(loadedConfig)
	useEffect(() => {
		// The session's start reports a broken configuration.
		config.then(setPresent, () => {})
	}, [])
	return present
}
