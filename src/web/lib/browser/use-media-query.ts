import { useCallback, useSyncExternalStore } from 'react'

/** True when a media query matches; follows changes. */
export const useMediaQuery = (query: string): boolean => {
	const subscribe = useCallback(
		(listener: () => void) => {
			const media = window.matchMedia(query)
			media.addEventListener('change', listener)
			return () => media.removeEventListener('change', listener)
		},
		[query],
	)
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(query).matches,
		() => false,
	)
}

const subscribeOnline = (listener: () => void): (() => void) => {
	window.addEventListener('online', listener)
	window.addEventListener('offline', listener)
	return () => {
		window.removeEventListener('online', listener)
		window.removeEventListener('offline', listener)
	}
}

/** True when the browser is online. */
export const useOnline = (): boolean =>
	useSyncExternalStore(
		subscribeOnline,
		() => navigator.onLine,
		() => true,
	)
