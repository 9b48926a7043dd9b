import { Component, type ReactNode, Suspense } from 'react'

type Props = { fallback?: ReactNode; onFailure: () => void; children: ReactNode }

/** A screen that is loaded when it is shown. Without a connection it may fail to load: then another one takes its place. */
export class LateScreen extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false }

	static getDerivedStateFromError() {
		return { hasFailed: true }
	}

	override componentDidCatch() {
		this.props.onFailure()
	}

	override render() {
		const { fallback, children } = this.props
		return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
	}
}
