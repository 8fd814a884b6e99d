/** React in a separate chunk, which `entry.ts` runs in a task before the app's own code. */
import "react/jsx-runtime";
import "react-dom/client";
