import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'

/**
 * The token of a setup link. It is taken out of the URL at once, so that neither the history nor a screenshot shows it, and survives a
 * reload of this tab.
 * @returns the token, and what forgets it
 */
export function useSetupToken(): [string | null, () => void] {
	const [params, setParams] = useSearchParams()
	const [stored, setStored] = useSessionStorage<string | null>('plaudit-setup', null)
	const given = params.get('setup')
	useEffect(() => {
		if (given === null) return
		if (given) setStored(given)
		setParams(
			(before) => {
				before.delete('setup')
				return before
			},
			{ replace: true },
		)
	}, [given, setStored, setParams])
	return [given || stored, () => setStored(null)]
}
