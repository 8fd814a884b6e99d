import type { ImportPreview } from "../../api/types";
import { expiryDate } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import { formatDate } from "../../lib/time/dates";
import { quantityText, useCommon } from "../../ui/text/strings";
import { useImportStrings } from "virtual:strings/import";

/** Shows how many rows are new and how many exist already, what is left out and why, and the first new rows. */
export function ImportSummary({ preview }: { preview: ImportPreview }) {
  const common = useCommon();
  const t = useImportStrings();
  const language = useLanguage();
  const { items, listItems, problems, leftOut } = preview;
  const counts = [
    preview.itemCount > 0 && t.counts.items(preview.itemCount),
    preview.listItemCount > 0 && t.counts.listItems(preview.listItemCount),
    preview.sessionCount > 0 && t.counts.sessions(preview.sessionCount),
    preview.knownCount > 0 && t.counts.known(preview.knownCount),
  ].filter((text) => text !== false);
  const shown = [
    ...items.map((item) => ({
      id: item.id,
      name: item.name,
      more: `${quantityText(common, language, item.quantity, item.unit)} · ${t.until(formatDate(language, expiryDate(item)))}`,
    })),
    ...listItems.map(({ id, name, quantity, unit }) => ({
      id,
      name,
      more: quantityText(common, language, quantity, unit),
    })),
  ];
  const problemText = ({ code, value }: ImportPreview["problems"][number]) => {
    const text = t.problemCodes[code];
    return typeof text === "string" ? text : text(value ?? "");
  };
  return (
    <>
      <div role="status">
        <ul className="stack gap-4">
          {counts.length > 0 ? counts.map((text) => <li key={text}>{text}</li>) : <li>{t.nothing}</li>}
        </ul>
      </div>
      {leftOut.length > 0 && (
        <section className="stack gap-12" aria-labelledby="import-left-out">
          <h3 id="import-left-out">{t.leftOutTitle}</h3>
          <ul className="stack gap-4 muted small bullets">
            {leftOut.map(({ kind, count }) => (
              <li key={kind}>{t.leftOut[kind](count)}</li>
            ))}
          </ul>
        </section>
      )}
      {problems.length > 0 && (
        <section className="stack gap-12" aria-labelledby="import-problems">
          <h3 id="import-problems">{t.problems(preview.problemCount)}</h3>
          <ul className="stack gap-4 muted small bullets">
            {problems.map((problem) => (
              <li key={`${problem.line}-${problem.message}`}>{t.line(problem.line, problemText(problem))}</li>
            ))}
          </ul>
        </section>
      )}
      {shown.length > 0 && (
        <section className="stack gap-12" aria-labelledby="import-first">
          <h3 id="import-first">
            {(shown.length < preview.itemCount + preview.listItemCount ? t.first : t.all)(shown.length)}
          </h3>
          <ul className="frame rows">
            {shown.map(({ id, name, more }) => (
              <li key={id} className="flex split gap-12 cell">
                <span>{name}</span>
                <span className="rigid muted small">{more}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
