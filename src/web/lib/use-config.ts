import { useEffect, useState } from 'react'
import { type AppConfig, config, knownConfig } from './config.ts'

/** The page's configuration: in a served page before anything is drawn, so that nothing moves when it comes. */
export function useConfig(): AppConfig | undefined {
	const [present, setPresent] = useState(knownConfig)
	useEffect(() => {
		// The session's own start shows what is wrong with it.
		config.then(setPresent, () => {})
	}, [])
	return present
}
