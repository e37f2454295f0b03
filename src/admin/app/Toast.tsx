import { Button } from '@mantine/core';
import { useWrite } from '../api/use-write.ts';
import { Failure } from '../states/Failure.tsx';
import { useTexts } from '../texts/texts.ts';

/** Something that was just done, and how it is taken back where it can be. */
export interface Done {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** Says what was just done until it is put aside, with the way back. @see console.md 1, 6 */
export function Toast({ done, onClose }: { readonly done: Done | null; readonly onClose: () => void }) {
  return (
    <div role="status" className="toast-place">
      {done && <Shown key={done.text} done={done} onClose={onClose} />}
    </div>
  );
}

function Shown({ done: { text, undo }, onClose }: { readonly done: Done; readonly onClose: () => void }) {
  const { states } = useTexts();
  const write = useWrite();
  const takeBack = async (change: () => Promise<unknown>) => {
    if (await write.send(change)) onClose();
  };
  return (
    <div className="toast">
      <span className="toast-text">{text}</span>
      {undo && (
        <Button
          variant="default"
          size="compact-sm"
          loading={write.isSending}
          onClick={() => void takeBack(undo)}
        >
          {states.undo}
        </Button>
      )}
      <button type="button" className="text-button" onClick={onClose}>
        {states.dismiss}
      </button>
      {write.error && <Failure error={write.error} />}
    </div>
  );
}
