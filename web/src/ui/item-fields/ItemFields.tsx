import { Fragment, type ReactNode } from "react";
import { PartField, type Part, type PartProps } from "./PartFields";

interface ItemFieldsProps extends PartProps {
  /** The fields in order; a list has the fields of one line. */
  parts: readonly (Part | readonly Part[])[];
  /** Content after a field. */
  after?: Partial<Record<Part, ReactNode>>;
}

/** The fields of all forms that add or edit an item or a list row. */
export function ItemFields({ parts, after = {}, ...props }: ItemFieldsProps) {
  return parts.map((row) => {
    const line = typeof row === "string" ? [row] : row;
    const fields = line.map((part) => <PartField key={part} part={part} {...props} />);
    return (
      <Fragment key={line.join()}>
        {line.length > 1 ? <div className="two-columns gap-12">{fields}</div> : fields}
        {line.map((part) => (
          <Fragment key={part}>{after[part]}</Fragment>
        ))}
      </Fragment>
    );
  });
}
