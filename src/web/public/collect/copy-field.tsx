import { type ReactNode, useRef, useState } from 'react'
import { copy as copySign } from '#web/public/page-shell/action-icons.ts'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'

type CopyFieldProps = { id: string; label: string; value: string; copy: string; copied: string; children: ReactNode }

/** A read-only value with a button that copies it; `children` are the hint below. */
export function CopyField({ id, label, value, copy, copied, children }: CopyFieldProps) {
	const [isCopied, setCopied] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	return (
		<div>
			<label className="label" htmlFor={id} dir="auto">
				{label}
			</label>
			<div className="keylink">
				<input className="in" id={id} readOnly dir="ltr" value={value} ref={input} />
				<button
					className="btn first"
					type="button"
					onClick={async () => {
						if (input.current) setCopied(await copyLink(input.current))
					}}
				>
					<Icon drawing={copySign} />
					{copy}
				</button>
			</div>
			<p className="hint after-field">{children}</p>
			<p className="hint saved" role="status">
				{isCopied ? <Icon drawing={tick} /> : null}
				{isCopied ? copied : null}
			</p>
		</div>
	)
}
