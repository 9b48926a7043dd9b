import { Component, type ReactNode } from 'react'
import { ErrorBox } from '#web/ui/error-box.tsx'

type Props = {
	children: ReactNode
	/** When this changes (the route), the box goes away and the children are tried again. */
	resetKey?: string
}
type State = { error: unknown }

/** Catches what no screen caught and shows the error box in its place (product.md §2). */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { error: undefined }

	static getDerivedStateFromError(error: unknown): State {
		return { error: error ?? new Error('Something empty was thrown.') }
	}

	override componentDidUpdate(before: Props) {
		if (this.state.error !== undefined && before.resetKey !== this.props.resetKey)
			this.setState({ error: undefined })
	}

	override render() {
		if (this.state.error === undefined) return this.props.children
		return <ErrorBox error={this.state.error} />
	}
}
