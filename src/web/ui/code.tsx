import './code.css'

/** Code as text to copy. */
export function Code({ children }: { children: string }) {
	return (
		<pre className="ui-code" dir="ltr">
			{children}
		</pre>
	)
}
