import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import './picture-picker.css'

const enough = 2_000_000
const measure = { bytes: 10_000_000, side: 1024 }

/** A phone's picture is made smaller before it is sent; one that cannot be stays as it is. */
const fitted = async (file: File): Promise<File> => {
	if (file.size <= enough || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
	return import('./fit-picture.ts')
		.then(({ fitPicture }) => fitPicture(file, measure))
		.catch(() => file)
}

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
						if (file) fitted(file).then(onChoose)
					}}
				/>
			</div>
		</div>
	)
}
