import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Id by which a dialog is named by the title. */
  titleId?: string;
  children: ReactNode;
}

/** A message in place of a form; its heading takes the focus, so that screen readers read it. */
export function FormNotice({ title, titleId, children }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="form">
      <h2 className="modal__title" ref={ref} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}
