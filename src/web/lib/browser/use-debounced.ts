import { useEffect, useState } from 'react'

/** The value after it has not changed for `wait` milliseconds. */
export function useDebounced<Value>(value: Value, wait = 300): Value {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), wait)
		return () => clearTimeout(timer)
	}, [value, wait])
	return settled
}
