import { useEffect, useState } from 'react'
import { type AppConfig, config, currentConfig } from './config.ts'

/** The page's configuration; in a served page it is available before the first render, so nothing moves. */
export function useConfig(): AppConfig | undefined {
	const [present, setPresent] = useState(currentConfig)
	useEffect(() => {
		// The session's start reports a broken configuration.
		config.then(setPresent, () => {})
	}, [])
	return present
}
