import { useEffect, useState } from 'react'
import { type AppConfig, config } from './config.ts'

/** The page's configuration, once known (at once in a served page). */
export function useConfig(): AppConfig | undefined {
	const [known, setKnown] = useState<AppConfig>()
	useEffect(() => {
		config.then(setKnown, () => {})
	}, [])
	return known
}
