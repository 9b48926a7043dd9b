import { useEffect, useRef } from 'react'
import { useConfig } from '#web/lib/use-config.ts'

/**
 * Offers passkeys among the suggestions of the address field, from the first time that it is reached.
 * @returns what to do on its focus, or nothing where passkeys or that offer do not exist
 */
export function usePasskeyAutofill(onProblem: (error: unknown) => void): (() => void) | undefined {
	const config = useConfig()
	const begun = useRef<AbortController>(undefined)
	useEffect(() => () => begun.current?.abort(), [])
	// With a check against robots each try costs one; there the button is enough.
	if (!config?.passkeys || config.captcha || !('PublicKeyCredential' in window)) return undefined
	return async () => {
		if (begun.current) return
		begun.current = new AbortController()
		const { signal } = begun.current
		if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
		const { offerPasskeys } = await import('./passkey.ts')
		await offerPasskeys(signal).catch((error) => signal.aborted || onProblem(error))
	}
}
