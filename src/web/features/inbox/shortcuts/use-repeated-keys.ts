import { useEffect, useState } from 'react'
import { isTypingElsewhere } from './is-typing-elsewhere.ts'

/** Keys that members press many times in a row. After any other key its result is wanted at once. */
const repeatedKeys = ['j', 'k', 's', 'x']

/** Milliseconds between two keys of a row, and without a key until a row is over. */
const longestGap = 200
const pause = 120

/**
 * True when a key of the list is being answered: until the list is painted, and in a quick row of keys until it pauses. What takes longer
 * to draw waits meanwhile, so that it delays no key.
 */
export const useRepeatedKeys = (): boolean => {
	const [isAnswering, setAnswering] = useState(false)
	useEffect(() => {
		let last = Number.NEGATIVE_INFINITY
		let timer: ReturnType<typeof setTimeout> | undefined
		let frame = 0
		const end = () => setAnswering(false)
		const press = (event: KeyboardEvent) => {
			clearTimeout(timer)
			cancelAnimationFrame(frame)
			const isRepeated = repeatedKeys.includes(event.key) && !isTypingElsewhere(event)
			setAnswering(isRepeated)
			if (!isRepeated) return
			if (event.timeStamp - last < longestGap) timer = setTimeout(end, pause)
			else
				frame = requestAnimationFrame(() => {
					timer = setTimeout(end)
				})
			last = event.timeStamp
		}
		// Captured, before the shortcut changes the list.
		window.addEventListener('keydown', press, { capture: true })
		return () => {
			window.removeEventListener('keydown', press, { capture: true })
			clearTimeout(timer)
			cancelAnimationFrame(frame)
		}
	}, [])
	return isAnswering
}
