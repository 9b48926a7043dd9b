import { useEffect, useState } from 'react'
import { type AppConfig, config } from './config.ts'

let loaded: AppConfig | undefined

/** The page's configuration, once known: in a served page before anything that mounts later is drawn. */
export function useConfig(): AppConfig | undefined {
	const [known, setKnown] = useState(loaded)
	useEffect(() => {
		config.then(
			(arrived) => {
				loaded = arrived
				setKnown(arrived)
			},
			// The session's own start shows what is wrong with it.
			() => {},
		)
	}, [])
	return known
}
