import type { RefObject } from 'react'
import './placeholder-buttons.css'

/** Buttons that put a placeholder, which the server fills for each recipient, into the field that was used last. */
export function PlaceholderButtons({
	placeholders,
	onInsert,
}: {
	/** Placeholders with the words that name them. */
	placeholders: readonly { name: string; label: string }[]
	onInsert: (name: string) => void
}) {
	return (
		<p className="placeholder-buttons ui-small">
			<span className="ui-quiet">Put in:</span>
			{placeholders.map(({ name, label }) => (
				<button key={name} type="button" aria-label={`Put in ${label}`} onClick={() => onInsert(name)}>
					{name}
				</button>
			))}
		</p>
	)
}

/**
 * Puts text in place of the selection of a field, and the cursor behind it.
 * @param name the name of the field inside of the container
 * @param onChange takes the new value of the field
 */
export function insertAtCursor(
	container: RefObject<HTMLElement | null>,
	name: string,
	text: string,
	onChange: (value: string) => void,
): void {
	const input = container.current?.querySelector<HTMLTextAreaElement>(`[name="${name}"]`)
	if (!input) return
	const { selectionStart: start, selectionEnd: end, value } = input
	onChange(value.slice(0, start) + text + value.slice(end))
	requestAnimationFrame(() => {
		input.focus()
		input.setSelectionRange(start + text.length, start + text.length)
	})
}
