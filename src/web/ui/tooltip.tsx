import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './overlay.css'

/** Stands once around everything that has tooltips; they open after 700 ms (product.md §2). */
export function TooltipProvider({ children }: { children: ReactNode }) {
	return <Radix.Provider delayDuration={700}>{children}</Radix.Provider>
}

/** Words for a button that has none. The button still needs its own `aria-label`. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactNode }) {
	return (
		<Radix.Root>
			<Radix.Trigger asChild>{children}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content className="ui-tip" sideOffset={6} collisionPadding={8}>
					{words}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	)
}
