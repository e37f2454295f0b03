import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/api.ts';
import { Failure } from './Loaded.tsx';

const againMs = 5_000;

/** Catches errors of loading or rendering a page: the frame stays, and it can be retried. */
export class PageFailure extends Component<
  {
    readonly children: ReactNode;
    /** For parts other than pages: the error isn't shown, and loading is retried automatically. */
    readonly isQuiet?: boolean;
  },
  { readonly isBroken: boolean }
> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    if (this.props.isQuiet) this.#timer = setTimeout(() => this.setState({ isBroken: false }), againMs);
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    if (this.props.isQuiet) return null;
    const error = new ApiError(navigator.onLine ? 'outage' : 'offline');
    return <Failure error={error} onRetry={() => location.reload()} />;
  }
}
