import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** Where a dialog stands (spec §2): below 768 px, and from there on. */
export interface ModalLayout {
  small: 'overlay' | 'drawer' | 'takeover';
  large: 'center' | 'top-right' | 'bottom-left' | 'takeover';
}

interface Props {
  layout: ModalLayout;
  /** Id of the text that names it. */
  labelledBy: string;
  /** Shown beside the content where there is space; a centred dialog is 800 px wide with it and 430 px without. */
  aside?: ReactNode;
  /** Called once it is closed, by Escape too. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: the browser keeps the focus inside and gives it back to whatever opened it. */
export function Modal({ layout, labelledBy, aside, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const classes = ['modal', `modal--small-${layout.small}`, `modal--large-${layout.large}`, ...(aside ? ['modal--with-aside'] : [])];
  return (
    // For code and tests that look for the attribute.
    // eslint-disable-next-line jsx-a11y/no-redundant-roles
    <dialog ref={ref} role="dialog" className={classes.join(' ')} aria-labelledby={labelledBy} onClose={onClose}>
      <div className="modal__frame">
        <button type="button" className="modal__close icon-button" aria-label="Close" onClick={() => ref.current?.close()}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
        <div className="modal__content">{children}</div>
        {aside && <div className="modal__aside">{aside}</div>}
      </div>
    </dialog>
  );
}
