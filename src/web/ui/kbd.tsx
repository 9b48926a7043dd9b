import type { ReactNode } from 'react'

/** One key of the keyboard, as printed on it. Hidden on phones. */
export function Kbd({ children }: { children: ReactNode }) {
	return <kbd className="ui-kbd">{children}</kbd>
}
