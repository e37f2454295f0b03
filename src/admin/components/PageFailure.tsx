import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Failure } from './Failure.tsx';

const againMs = 5_000;

/** Where a page's own file can't be loaded, or the page breaks: the frame stays, and it can be tried again. */
export class PageFailure extends Component<
  {
    readonly children: ReactNode;
    /** What is no page: missed without a word, and tried again by itself. */
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
