import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import './picture-picker.css'

/** A picture that can be chosen and taken away. `picture` shows the present one. */
export function PicturePicker({
	picture,
	has,
	choose,
	help,
	error,
	busy,
	onChoose,
	onRemove,
}: {
	picture: ReactNode
	has: boolean
	/** The words on the button. */
	choose: string
	help: string
	error?: string
	busy: boolean
	onChoose: (file: File) => void
	onRemove: () => void
}) {
	const input = useRef<HTMLInputElement>(null)
	return (
		<div className="ui-picture">
			{picture}
			<div className="ui-picture-side">
				<div className="ui-picture-buttons">
					<Button busy={busy} onClick={() => input.current?.click()}>
						{choose}
					</Button>
					{has ? (
						<Button variant="quiet" disabled={busy} onClick={onRemove}>
							Remove
						</Button>
					) : null}
				</div>
				<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
					{error ?? help}
				</p>
				<input
					ref={input}
					hidden
					type="file"
					accept="image/jpeg,image/png,image/webp"
					aria-label={choose}
					onChange={(event) => {
						const file = event.target.files?.[0]
						event.target.value = ''
						if (file) onChoose(file)
					}}
				/>
			</div>
		</div>
	)
}
